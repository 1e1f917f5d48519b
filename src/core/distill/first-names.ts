/** First names that the lexicon of compromise does not know, without those that are words or products, too. */
export const FIRST_NAMES: ReadonlySet<string> = new Set(
  (
    'Adaeze Adebayo Aditi Aditya Agnieszka Aiko Aino Aiyana Ajay Akash Akiko Aleksi Amara Amelie Amita Anand Ananya ' +
    'Anh Anil Anjali Ankit Ankita Anneke Arash Arlo Arun Arvid Ashok Asif Attila Aurelie Axel Ayako Ayan Ayse Ayumi ' +
    'Ayumu Babatunde Bartosz Bastian Benedict Benoit Bernd Birgit Bogdan Bram Britta Burak Carolin Carsten Caspar ' +
    'Casper Catalina Cem Cheng Chiara Chidi Chinedu Chiyo Dagmar Daiki Daisuke Dalia Deepa Deniz Dilip Divya Dorota ' +
    'Dragan Duc Eamon Eero Efua Egor Elodie Emeka Emre Esra Eszter Farhan Farid Fatou Federica Femke Finn Freya ' +
    'Fumiko Gabor Gaurav Gerd Gianluca Gideon Giulia Gokhan Hadi Hanh Hannes Haoran Harald Hari Haruka Heiko Heinz ' +
    'Helmut Henning Hieu Himanshu Hinata Hiro Hiroko Hiroshi Hiroto Holger Horst Huong Huy Hyun Ifeoma Ikram Ilaria ' +
    'Ilja Imani Imran Inga Inge Ingo Ioana Isha Istvan Ivo Jaap Jacek Jadwiga Jae Jannik Jay Jaya Jia Jiang Jihoon ' +
    'Jin Jiri Jisoo Joaquim Joost Jorg Jovana Juhani Juho Jun Justyna Jyoti Jörg Jürgen Kaito Karol Karsten Kasia ' +
    'Katarzyna Kathrin Katja Katrin Katya Kazuki Keiko Kenji Kenta Kerem Kerstin Khanh Kofi Kohei Koichi Konstantin ' +
    'Kunal Kwame Lakshmi Lasse Lenka Lieke Linh Lucia Lukasz Maarten Mai Malte Marek Masaki Masashi Mateus Mateusz ' +
    'Matthieu Maya Mayumi Merve Michiko Mikael Milos Ming Minho Minjun Mircea Mirko Misha Miyuki Murat Naoki Narek ' +
    'Nasser Naveen Neha Ngozi Nihal Nikita Nkechi Noor Nuno Nuria Obinna Olena Olu Oluwaseun Ondrej Oren Ozan Parisa ' +
    'Pawel Paweł Phuong Pooja Pranav Prashant Pratik Preeti Priya Priyanka Radek Radu Raghu Ragnhild Rahel Raj Raja ' +
    'Ramesh Rana Rania Ranjit Ravi Reiko Reinhard Remi Renate Riku Ritu Robin Rohit Romain Rui Ruslan Ruud Ryo Rémi ' +
    'Sachin Saif Salman Sameer Sanne Sascha Selin Seojun Shankar Shinji Shirin Shiv Shivani Shreya Shruti Siddharth ' +
    'Sigrid Sigurd Silke Sina Sinead Snehal Snezana Solveig Sonal Soojin Sota Steffen Subhash Sudha Sujata Suki ' +
    'Sunil Svea Svenja Svetlana Swati Szymon Tadashi Takeshi Takumi Tamás Tanja Tarek Tariq Taro Thanh Thiago ' +
    'Thierry Thijs Thorbjorn Thorsten Tiago Timo Tomoko Torsten Tuan Udo Ulf Uli Ulrike Uma Umar Umut Ute Uwe Vaclav ' +
    'Vanya Varun Verena Vijay Vikas Vikram Vinay Viraj Vishal Vlad Volker Wang Weronika Wouter Xander Xi Xia ' +
    'Xiaoming Xin Xochitl Yara Yasin Yifan Yuki Yuko Yusra Yuto Zainab Zeinab Zhen Zihan Zofia Zoltan Zoran Zsofia ' +
    'Zuzanna Łukasz'
  ).split(' '),
);
